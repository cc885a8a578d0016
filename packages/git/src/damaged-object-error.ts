const code = 'ERR_GIT_OBJECT_DAMAGED'

/** A stored or received object cannot be unpacked or parsed. */
export class DamagedObjectError extends Error {
  override readonly name = 'DamagedObjectError'
  /** Survives the way from a worker thread, which keeps properties but no classes. */
  readonly code = code
}

/** Whether an error is a {@link DamagedObjectError}, including one reported by a worker thread. */
export function isDamagedObject(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code: own, properties } = error as { code?: unknown; properties?: { code?: unknown } }
  return own === code || properties?.code === code
}
