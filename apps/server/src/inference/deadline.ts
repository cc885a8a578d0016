/** A timeout that can be restarted as progress is made. */
export class Deadline {
  readonly #expire: () => void
  #timer: NodeJS.Timeout | null = null
  #milliseconds = 0

  constructor(expire: () => void) {
    this.#expire = expire
  }

  /** Restarts the timeout. With the same duration as before this is almost free. */
  restart(milliseconds: number): void {
    if (this.#timer !== null && milliseconds === this.#milliseconds) {
      this.#timer.refresh()
      return
    }
    this.stop()
    this.#milliseconds = milliseconds
    this.#timer = setTimeout(this.#expire, milliseconds)
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
