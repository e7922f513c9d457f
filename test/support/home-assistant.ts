/**
 * The discovery of Home Assistant, from its documentation ("MQTT": "MQTT Discovery", "Availability"): it
 * subscribes below `homeassistant/`, follows each entity's state and availability, and removes an entity
 * whose announcement is empty. The test connects it to a broker, in root view.
 */

import { type Component, parseDiscovery } from "./home-assistant-schema.ts";
import { renderTemplate } from "./home-assistant-template.ts";

/** A node id may stand between `homeassistant` and `config`. */
const DISCOVERY = ["homeassistant/+/+/config", "homeassistant/+/+/+/config"];

export interface BrokerConnection {
  subscribe(filter: string): void;
  publish(topic: string, payload: string): void;
}

interface Entity {
  place: string;
  name: string;
  /** Null before the first state. */
  state: string | null;
  available: boolean;
  component: Component;
}

export class HomeAssistant {
  readonly entities = new Map<string, Entity>();
  readonly #wire: BrokerConnection;

  constructor(wire: BrokerConnection) {
    this.#wire = wire;
    for (const filter of DISCOVERY) wire.subscribe(filter);
  }

  /** Publishes its birth message, after it has subscribed. */
  start(): void {
    this.#wire.publish("homeassistant/status", "online");
  }

  hear(topic: string, payload: string): void {
    const found = /^homeassistant\/device\/([^/]+)\/config$/.exec(topic);
    if (found !== null) this.#discover(topic, payload);
    for (const entity of this.entities.values()) this.#tell(entity, topic, payload);
  }

  #discover(place: string, payload: string): void {
    const { device, components } = payload === "" ? { device: "", components: [] } : parseDiscovery(payload);
    const kept = new Set(components.map((component) => component.unique_id));
    for (const [id, entity] of this.entities) {
      if (entity.place === place && !kept.has(id)) this.entities.delete(id);
    }
    for (const component of components) {
      const { unique_id: id, name, state_topic: state, availability_topic: availability } = component;
      const before = this.entities.get(id);
      const now = before ?? { place, state: null, available: availability === undefined };
      this.entities.set(id, { ...now, place, name: name ?? device, component });
      for (const topic of [state, availability]) if (topic !== undefined) this.#wire.subscribe(topic);
    }
  }

  #tell(entity: Entity, topic: string, payload: string): void {
    // an empty value is ignored
    if (payload === "") return;
    const { component } = entity;
    if (component.availability_topic === topic) {
      const said = renderTemplate(component.availability_template, payload);
      if (said === component.payload_available) entity.available = true;
      if (said === component.payload_not_available) entity.available = false;
    }
    if (component.state_topic === topic) {
      const said = renderTemplate(component.value_template, payload, entity.state ?? "unknown");
      const state = component.platform === "switch" ? switchState(component, said) : said;
      if (state !== "") entity.state = state;
    }
  }

  press(id: string, state: "on" | "off"): void {
    const component = this.entities.get(id)?.component;
    if (component?.platform !== "switch") throw new Error(`There is no switch ${id}.`);
    this.#wire.publish(
      component.command_topic,
      state === "on" ? component.payload_on : component.payload_off,
    );
  }
}

function switchState(component: Extract<Component, { platform: "switch" }>, said: string): string {
  if (said === (component.state_on ?? component.payload_on)) return "on";
  if (said === (component.state_off ?? component.payload_off)) return "off";
  throw new Error(`"${said}" is no state of a switch.`);
}
