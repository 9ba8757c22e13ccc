import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";

/** Numbers of this process for Prometheus; every name is given the product's prefix. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  /** A number read when the metrics are asked for. */
  gauge(name: string, help: string, read: () => number): void;
  /** A number that only rises, read when the metrics are asked for. */
  counter(name: string, help: string, read: () => number): void;
  /** Numbers with one value a label. */
  gauges(name: string, help: string, label: string, read: () => Iterable<readonly [string, number]>): void;
  counters(name: string, help: string, label: string, read: () => Iterable<readonly [string, number]>): void;
}

const PREFIX = "strikewise_";

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: PREFIX });

  function counters(
    name: string,
    help: string,
    label: string,
    read: () => Iterable<readonly [string, number]>,
  ): void {
    const counter = new Counter({
      name: PREFIX + name,
      help,
      labelNames: label === "" ? [] : [label],
      registers: [registry],
      collect() {
        counter.reset();
        for (const [value, count] of read()) counter.inc(label === "" ? {} : { [label]: value }, count);
      },
    });
  }

  function gauges(
    name: string,
    help: string,
    label: string,
    read: () => Iterable<readonly [string, number]>,
  ): void {
    const gauge: Gauge = new Gauge({
      name: PREFIX + name,
      help,
      labelNames: label === "" ? [] : [label],
      registers: [registry],
      collect() {
        for (const [value, number] of read()) gauge.set(label === "" ? {} : { [label]: value }, number);
      },
    });
  }

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    gauge: (name, help, read) => gauges(name, help, "", () => [["", read()]]),
    gauges,
    counter: (name, help, read) => counters(name, help, "", () => [["", read()]]),
    counters,
  };
}
