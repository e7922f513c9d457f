// A stub of Zigbee2MQTT's radio: loaded before it, it takes the place of the adapter that speaks to a serial port, and
// answers for the devices of the house. Everything above it is the program as npm has it.

const { Adapter } = require("zigbee-herdsman/dist/adapter/adapter.js");
const { Zcl } = require("zigbee-herdsman");

const COORDINATOR = "0x00124b0014d9aaaa";
const NETWORK = { panID: 0x1a62, extendedPanID: "0xdddddddddddddddd", channel: 11, nwkUpdateID: 0 };
const ANSWERS = { read: "readRsp", write: "writeRsp", configReport: "configReportRsp" };

/** What a device answers that knows no attribute by heart and does whatever it is told. */
function contentOf({ header, command, payload }) {
  if (!header.isGlobal) return ["defaultRsp", { cmdId: header.commandIdentifier, statusCode: 0 }];
  const answer = ANSWERS[command.name];
  if (answer === "readRsp") return [answer, payload.map(({ attrId }) => ({ attrId, status: 0x86 }))];
  if (answer !== undefined) return [answer, [{ status: 0 }]];
  return ["defaultRsp", { cmdId: header.commandIdentifier, statusCode: 0 }];
}

class Radio extends Adapter {
  async start() {
    return "resumed";
  }
  async stop() {}
  async reset() {}
  async getCoordinatorIEEE() {
    return COORDINATOR;
  }
  async getCoordinatorVersion() {
    return { type: "stub", meta: { revision: 1 } };
  }
  async getNetworkParameters() {
    return NETWORK;
  }
  async supportsBackup() {
    return false;
  }
  async backup() {}
  async permitJoin() {}
  async addInstallCode() {}
  async sendZdo() {
    return [0, {}];
  }
  async sendZclFrameToGroup() {}
  async sendZclFrameToAll() {}

  async sendZclFrameToEndpoint(_ieee, address, endpoint, frame, _timeout, disableResponse) {
    // whoever is switched is also felt: a sensor reports with each command
    if (!frame.header.isGlobal)
      setImmediate(() => this.emit("zclPayload", this.#payload(0x2001, 1, this.#report())));
    if (disableResponse) return undefined;
    const [name, content] = contentOf(frame);
    return this.#payload(
      address,
      endpoint,
      this.#frame(frame.header.transactionSequenceNumber, name, frame.cluster.name, content),
    );
  }

  waitFor() {
    return { promise: new Promise(() => {}), cancel: () => {} };
  }

  #frame(number, name, cluster, content) {
    return Zcl.Frame.create(
      Zcl.FrameType.GLOBAL,
      Zcl.Direction.SERVER_TO_CLIENT,
      true,
      undefined,
      number,
      name,
      cluster,
      content,
      {},
    );
  }

  #report() {
    const celsius = { attrId: 0, dataType: Zcl.DataType.INT16, attrData: 2150 };
    return this.#frame(7, "report", "msTemperatureMeasurement", [celsius]);
  }

  #payload(address, endpoint, frame) {
    const data = frame.toBuffer();
    return {
      clusterID: frame.cluster.ID,
      header: Zcl.Header.fromBuffer(data),
      address,
      data,
      endpoint,
      linkquality: 120,
      groupID: 0,
      wasBroadcast: false,
      destinationEndpoint: 1,
    };
  }
}

Adapter.create = async (...options) => new Radio(...options);
