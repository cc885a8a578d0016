import { isTurnOver, nextJobTurn } from './turns.ts'

/** Yields to other work during long computations that never wait. */
export class Yielder {
  /** Lets other work run when this job has held the event loop for its share of time. */
  yieldIfDue(): Promise<void> | void {
    if (isTurnOver()) return nextJobTurn()
  }
}
