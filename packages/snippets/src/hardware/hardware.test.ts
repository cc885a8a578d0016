import { expect, test } from 'vitest'
import { findHardware, hardware } from './hardware.ts'

test('251 pieces of hardware, each with an id of its own and memory in rising order', () => {
  expect(hardware.length).toBe(251)
  expect(new Set(hardware.map(({ id }) => id)).size).toBe(251)
  for (const { name, memory, teraflops } of hardware) {
    expect({ name, ok: memory.length > 0 && teraflops > 0 }).toEqual({ name, ok: true })
    expect({ name, memory: memory.toSorted((a, b) => a - b) }).toEqual({ name, memory })
  }
})

test('some that people ask for', () => {
  expect(findHardware('nvidia-rtx-4090')).toMatchObject({ memory: [24], kind: 'gpu' })
  expect(findHardware('apple-apple-m3-max')).toMatchObject({ kind: 'shared' })
  expect(findHardware('intel-cpu-xeon-4th-generation-sapphire-rapids')).toMatchObject({ kind: 'cpu' })
  expect(findHardware('constructor')).toBeNull()
})
