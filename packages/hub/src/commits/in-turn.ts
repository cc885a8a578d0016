/** The last piece of work in each line, by the owner of the lines. */
const lines = new WeakMap<object, Map<string, Promise<void>>>()

/**
 * Runs work one after another where the key is the same, in the order of the calls; other keys do not wait.
 * It spares the writers of this process from building on a head that is about to move. Writers elsewhere are met by compare-and-swap.
 */
export async function inTurn<T>(owner: object, key: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(owner) ?? new Map<string, Promise<void>>()
  lines.set(owner, line)
  const running = (line.get(key) ?? Promise.resolve()).then(work)
  const settled = running.then(
    () => {},
    () => {},
  )
  line.set(key, settled)
  try {
    return await running
  } finally {
    if (line.get(key) === settled) line.delete(key)
  }
}
