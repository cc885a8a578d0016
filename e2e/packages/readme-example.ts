import { readFileSync } from 'node:fs'

export interface ReadmeExample {
  /** A JavaScript module. */
  readonly code: string
  /** Its expected output. */
  readonly prints: string
}

/** Extracts the first example of a README: its first code block, and the block after it, which is the output. */
export function readmeExample(path: string): ReadmeExample {
  const [example, output] = readFileSync(path, 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)
  if (example?.[1] !== 'js' || example[2] === undefined || output?.[2] === undefined)
    throw new Error(`${path} does not open with a block of js and what it prints`)
  return { code: example[2], prints: output[2] }
}
