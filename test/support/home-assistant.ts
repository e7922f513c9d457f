/**
 * The discovery of Home Assistant, from its documentation ("MQTT": "MQTT Discovery", "Availability"): it
 * subscribes below `homeassistant/` and follows each entity's state and availability. It removes all entities of an empty
 * announcement, and an entity that is announced with its platform alone; an entity that the next announcement leaves out
 * stays. The test connects it to a broker, in root view.
 */

import { type Component, parseDiscovery } from "./home-assistant-schema.ts";
import { render, renderTemplate } from "./home-assistant-template.ts";

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
  /** Of a light; null while unknown. */
  brightness: number | null;
  rgb: readonly number[] | null;
}

type Light = Extract<Component, { platform: "light" }>;

export class HomeAssistant {
  readonly entities = new Map<string, Entity>();
  readonly #wire: BrokerConnection;
  /** Unique ids by the announcement's topic and the component's id. */
  readonly #ids = new Map<string, string>();

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
    if (payload === "") {
      for (const [id, entity] of this.entities) if (entity.place === place) this.entities.delete(id);
      return;
    }
    const { device, components, removed } = parseDiscovery(payload);
    for (const component of removed) this.entities.delete(this.#ids.get(`${place} ${component}`) ?? "");
    for (const [componentId, component] of components) {
      const { unique_id: id, name, availability_topic: availability } = component;
      const state = "state_topic" in component ? component.state_topic : undefined;
      const before = this.entities.get(id);
      const unknown = { state: null, available: availability === undefined, brightness: null, rgb: null };
      this.#ids.set(`${place} ${componentId}`, id);
      this.entities.set(id, { ...unknown, ...before, place, name: name ?? device, component });
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
    if (!("state_topic" in component) || component.state_topic !== topic) return;
    if (component.platform === "light") {
      lightState(entity, component, payload);
      return;
    }
    const said = renderTemplate(component.value_template, payload, entity.state ?? "unknown");
    const state = readState(component, said);
    if (state !== "" || component.platform === "text") entity.state = state;
  }

  press(id: string, state: "on" | "off"): void {
    const component = this.entities.get(id)?.component;
    if (component?.platform === "light") {
      this.#publish(
        component,
        state === "on" ? component.command_on_template : component.command_off_template,
      );
    } else if (component?.platform === "switch") {
      this.#publish(component, state === "on" ? component.payload_on : component.payload_off);
    } else throw new Error(`There is no switch or light ${id}.`);
  }

  /** `brightness` from 1 to 255. */
  light(id: string, { brightness, rgb }: { brightness?: number; rgb?: [number, number, number] }): void {
    const component = this.entities.get(id)?.component;
    if (component?.platform !== "light") throw new Error(`There is no light ${id}.`);
    const [red, green, blue] = rgb ?? [];
    this.#publish(component, component.command_on_template, { brightness, red, green, blue });
  }

  /** Sets a number, a select or a text, with the value as its field has it. */
  set(id: string, value: number | string): void {
    const component = this.entities.get(id)?.component;
    if (component === undefined || !("command_template" in component))
      throw new Error(`Nothing to set: ${id}.`);
    if (component.platform === "select" && !component.options.includes(String(value)))
      throw new Error(`${value} is no option of ${id}.`);
    this.#publish(component, component.command_template ?? "{{ value }}", { value });
  }

  push(id: string): void {
    const component = this.entities.get(id)?.component;
    if (component?.platform !== "button") throw new Error(`There is no button ${id}.`);
    this.#publish(component, component.payload_press);
  }

  #publish({ command_topic: topic }: { command_topic: string }, template: string, names: object = {}): void {
    this.#wire.publish(topic, render(template, { ...names }));
  }
}

/** The state of a component's message. Throws where Home Assistant would write an error into its log. */
function readState(component: Component, said: string): string {
  if (said === "None" && component.platform !== "text") return "unknown";
  if (component.platform === "switch") return switchState(component, said);
  const isKnown = component.platform !== "select" || component.options.includes(said);
  if (!isKnown) throw new Error(`"${said}" is no option.`);
  return said;
}

/** `schema_template.py`: a state of on or off, whole numbers, and a brightness of zero is ignored. */
function lightState(entity: Entity, component: Light, payload: string): void {
  const of = (template: string | undefined): string => renderTemplate(template, payload);
  const state = of(component.state_template);
  if (state !== "on" && state !== "off") throw new Error(`"${state}" is no state of a light.`);
  entity.state = state;
  const brightness = of(component.brightness_template);
  if (!/^\d+$/.test(brightness)) throw new Error(`"${brightness}" is no brightness.`);
  if (Number(brightness) > 0) entity.brightness = Number(brightness);
  const { red_template: red, green_template: green, blue_template: blue } = component;
  if (red === undefined) return;
  const parts = [red, green, blue].map(of);
  entity.rgb = parts.every((part) => part === "None") ? null : parts.map(Number);
}

function switchState(component: Extract<Component, { platform: "switch" }>, said: string): string {
  if (said === (component.state_on ?? component.payload_on)) return "on";
  if (said === (component.state_off ?? component.payload_off)) return "off";
  throw new Error(`"${said}" is no state of a switch.`);
}
