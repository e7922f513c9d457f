// A stub of the host that ioBroker's adapters run in: objects and states in memory, told and asked over stdin and stdout.

const { EventEmitter } = require("node:events");
const { createInterface } = require("node:readline");

const { config, objects } = JSON.parse(process.env.IOBROKER_HOST);

class Adapter extends EventEmitter {
  constructor({ name }) {
    super();
    this.namespace = `${name}.0`;
    this.config = config;
    this.log = Object.fromEntries(
      ["silly", "debug", "info", "warn", "error"].map((level) => [level, (text) => console.log(level, text)]),
    );
    this.states = new Map();
    this.objects = new Map(Object.entries(objects).map(([id, object]) => [id, { _id: id, ...object }]));
    createInterface({ input: process.stdin }).on("line", (line) => {
      // somebody sets a state: `lamp.0.power true`
      const space = line.indexOf(" ");
      const value = JSON.parse(line.slice(space));
      this.#set(line.slice(0, space), { val: value, ack: false, from: "system.adapter.admin.0" });
    });
    setImmediate(() => this.emit("ready"));
  }

  #set(id, state) {
    const full = { ts: Date.now(), lc: Date.now(), from: `system.adapter.${this.namespace}`, ...state };
    this.states.set(id, full);
    console.log(`state ${id} is ${full.val}`);
    setImmediate(() => this.emit("stateChange", id, full));
  }

  async setState(id, value, ack) {
    this.#set(`${this.namespace}.${id}`, { val: value, ack });
  }
  async setForeignState(id, state, ack) {
    this.#set(id, typeof state === "object" ? state : { val: state, ack });
  }
  setForeignStateAsync = this.setForeignState;
  async getForeignStateAsync(id) {
    return this.states.get(id) ?? null;
  }
  async getStateAsync(id) {
    return this.states.get(`${this.namespace}.${id}`) ?? null;
  }
  async getForeignObjectAsync(id) {
    return this.objects.get(id) ?? null;
  }
  async setForeignObjectNotExistsAsync(id, object) {
    if (this.objects.has(id)) return;
    this.objects.set(id, object);
    setImmediate(() => this.emit("objectChange", id, object));
  }
  async setObjectNotExistsAsync(id, object) {
    await this.setForeignObjectNotExistsAsync(`${this.namespace}.${id}`, object);
  }
  async getForeignObjectsAsync() {
    return Object.fromEntries(this.objects);
  }
  async getObjectViewAsync(_design, search) {
    if (search !== "custom") return { rows: [] };
    return {
      rows: [...this.objects].map(([id, { common }]) => ({ id, value: common.custom })),
    };
  }
  async subscribeForeignStatesAsync() {}
  async unsubscribeForeignStatesAsync() {}
  async subscribeForeignObjectsAsync() {}
  async subscribeStatesAsync() {}
  subscribeStates() {}
  sendTo() {}
  setTimeout = setTimeout;
  terminate() {
    process.exit(0);
  }
}

module.exports = { Adapter };
