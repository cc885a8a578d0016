import { VectorIndex } from '@portolan/hub'
import { median, writeResult } from './measure.ts'

/*
 * Semantic search compares the query with every card. How long does that take, compared with the minimum any such search must do: reading the same
 * numbers once and adding them up?
 */
const dims = 384
const rounds = 7

/** Numbers that resemble a model's, deterministic across runs. */
function* numbers(): Generator<number> {
  for (let state = 1; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32 - 0.5
  }
}

const source = numbers()
const randomVector = () => {
  const vector = Float32Array.from({ length: dims }, () => source.next().value as number)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

const results: Record<string, unknown> = {}
for (const size of [10_000, 100_000]) {
  const index = new VectorIndex(dims)
  const flat = new Float32Array(size * dims)
  for (let id = 0; id < size; id++) {
    const vector = randomVector()
    index.set(id, vector)
    flat.set(vector, id * dims)
  }
  const searches: number[] = []
  const sums: number[] = []
  const longest: number[] = []
  let kept = 0
  for (let round = 0; round < rounds; round++) {
    const query = randomVector()
    let last = performance.now()
    let worst = 0
    const watch = setInterval(() => {
      worst = Math.max(worst, performance.now() - last)
      last = performance.now()
    })
    let started = performance.now()
    kept += (await index.nearest(query, 100)).length
    searches.push(performance.now() - started)
    clearInterval(watch)
    longest.push(Math.max(worst, performance.now() - last))
    started = performance.now()
    let sum = 0
    for (let at = 0; at < flat.length; at++) sum += flat[at] as number
    sums.push(performance.now() - started)
    kept += sum > 1e9 ? 1 : 0
  }
  const result = { searchMs: median(searches), sumMs: median(sums), ratio: median(searches) / median(sums), longestTurnMs: median(longest) }
  results[size] = result
  console.log(
    `${size.toLocaleString('en')} cards: ${result.searchMs.toFixed(1)} ms, ${result.ratio.toFixed(2)} times the adding up of all numbers (${result.sumMs.toFixed(1)} ms); others wait ${result.longestTurnMs.toFixed(1)} ms at most [${kept}]`,
  )
}
writeResult('semantic', results)
