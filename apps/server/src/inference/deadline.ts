/** A time limit that is moved along as things happen. */
export class Deadline {
  readonly #expire: () => void
  #timer: NodeJS.Timeout | null = null
  #milliseconds = 0

  constructor(expire: () => void) {
    this.#expire = expire
  }

  /** Begins anew. With the same time as before it costs next to nothing. */
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
