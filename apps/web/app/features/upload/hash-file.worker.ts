import { createSHA256 } from 'hash-wasm'

/** The worker receives a file and replies with the bytes hashed so far, then the SHA-256 or an error. */
export type HashMessage = { readonly hashed: number } | { readonly sha256: string } | { readonly error: string }

const scope = self as unknown as { onmessage: (event: MessageEvent<File>) => void; postMessage(message: HashMessage): void }

scope.onmessage = (event) => {
  hash(event.data).catch((error: unknown) => scope.postMessage({ error: error instanceof Error ? error.message : String(error) }))
}

async function hash(file: File): Promise<void> {
  const hasher = await createSHA256()
  const reader = file.stream().getReader()
  let hashed = 0
  let told = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    hasher.update(value)
    hashed += value.byteLength
    if (hashed - told > 8_000_000) {
      told = hashed
      scope.postMessage({ hashed })
    }
  }
  scope.postMessage({ sha256: hasher.digest('hex') })
}
