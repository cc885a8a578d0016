import { filesEnding, type ModelFacts } from './model-facts.ts'

/** A good compromise between size and quality comes first; projectors and later shards cannot be loaded by themselves. */
const preferred = [/q4_k_m/i, /q4_k/i, /q5_k/i, /q8_0/i, /q4_0/i, /f16/i]

/**
 * The GGUF files that can be loaded by themselves, by path: for a split model, the first part. Names that start with a dash are skipped, because
 * commands would read them as an option.
 */
export function ggufFiles(facts: ModelFacts): string[] {
  return filesEnding(facts, '.gguf').filter((file) => !/^-|mmproj/i.test(file) && !/-(?!00001)\d{5}-of-\d{5}\.gguf$/i.test(file))
}

/** The chosen GGUF file, otherwise the one most people want; `null` when no file is known. */
export function bestGgufFile(facts: ModelFacts): string | null {
  const files = ggufFiles(facts)
  if (facts.ggufFile !== null && files.includes(facts.ggufFile)) return facts.ggufFile
  for (const pattern of preferred) {
    const found = files.find((file) => pattern.test(file))
    if (found !== undefined) return found
  }
  return files[0] ?? null
}

/** The parts that belong to the first one, in order; only the file itself when it is not split. */
export function ggufParts(file: string): string[] {
  const found = /^(.*)-00001-of-(\d{5})\.gguf$/.exec(file)
  const count = Number(found?.[2] ?? 1)
  if (!found || count > 200) return [file]
  return Array.from({ length: count }, (_, part) => `${found[1]}-${String(part + 1).padStart(5, '0')}-of-${found[2]}.gguf`)
}
