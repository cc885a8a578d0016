import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace'

/** Spans that may wait for the collector; further ones are dropped. */
const maxWaiting = 4_096
const batchSize = 512
const everyMs = 2_000
/** How long the last spans may take when the server stops. Milliseconds. */
const lastMs = 2_000

/** Sends spans to the collector in the background, one batch at a time. Nobody ever waits for it; what does not fit is dropped and counted. */
export class SpanQueue implements SpanProcessor {
  readonly #exporter: SpanExporter
  readonly #timer: NodeJS.Timeout
  #waiting: ReadableSpan[] = []
  #sending: Promise<void> | null = null
  #dropped = 0

  constructor(exporter: SpanExporter) {
    this.#exporter = exporter
    this.#timer = setInterval(() => void this.#send(), everyMs).unref()
  }

  /** Spans that never reached the collector. */
  get dropped(): number {
    return this.#dropped
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#waiting.length >= maxWaiting) {
      this.#dropped++
      return
    }
    this.#waiting.push(span)
    if (this.#waiting.length >= batchSize) void this.#send()
  }

  async forceFlush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#sending !== null) await this.#send()
  }

  async shutdown(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.race([this.forceFlush(), new Promise<void>((resolve) => setTimeout(resolve, lastMs).unref())])
    this.#dropped += this.#waiting.length
    this.#waiting = []
    void this.#exporter.shutdown().catch(() => {})
  }

  #send(): Promise<void> {
    this.#sending ??= this.#sendBatch().finally(() => (this.#sending = null))
    return this.#sending
  }

  async #sendBatch(): Promise<void> {
    const batch = this.#waiting.splice(0, batchSize)
    if (batch.length === 0) return
    const isSent = await new Promise<boolean>((resolve) => this.#exporter.export(batch, ({ code }) => resolve(code === 0)))
    if (!isSent) this.#dropped += batch.length
  }
}
