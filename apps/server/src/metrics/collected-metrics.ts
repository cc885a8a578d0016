import { Counter, Gauge, type LabelValues, type Registry } from 'prom-client'

/** Makes gauges whose values are read at each scrape. */
export function collectedGauges(registry: Registry) {
  return <L extends string>(name: string, help: string, labelNames: readonly L[], collect: (gauge: Gauge<L>) => void | Promise<void>) =>
    new Gauge<L>({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        this.reset()
        // Without labels, that sets it to 0: what is not known is left out instead.
        if (labelNames.length === 0) this.remove()
        await collect(this)
      },
    })
}

/** Makes counters of what others count: their values are read at each scrape, and only ever grow while the process runs. */
export function collectedCounters(registry: Registry) {
  return <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    collect: (set: (value: number, labels?: LabelValues<L>) => void) => void | Promise<void>,
  ) =>
    new Counter<L>({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        this.reset()
        if (labelNames.length === 0) this.remove()
        await collect((value, labels) => (labels === undefined ? this.inc(value) : this.inc(labels, value)))
      },
    })
}
