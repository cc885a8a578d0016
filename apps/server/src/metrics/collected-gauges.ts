import { Gauge, type Registry } from 'prom-client'

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
