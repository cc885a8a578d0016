import { clockState, diskState, type Hub } from '@portolan/hub'
import type { Registry } from 'prom-client'
import { collectedCounters, collectedGauges } from './collected-metrics.ts'

/** Metrics of what the hub needs of its machine: room on the disk, and a clock that is right. */
export function machineMetrics(registry: Registry, hub: Hub): void {
  const gauge = collectedGauges(registry)
  gauge('portolan_disk_free_bytes', 'Free bytes on the fullest disk of the hub; absent if it stores nothing on disks.', [], async (g) => {
    const disk = await diskState(hub)
    if (disk !== null) g.set(disk.freeBytes)
  })
  gauge('portolan_disk_reserve_bytes', 'Bytes that are kept free for the database.', [], async (g) => {
    const disk = await diskState(hub)
    if (disk !== null) g.set(disk.reserveBytes)
  })
  gauge('portolan_disk_low', 'Whether less than the reserve is free, so that content is refused: 1 or 0.', [], async (g) => {
    const disk = await diskState(hub)
    if (disk !== null) g.set(disk.isLow ? 1 : 0)
  })
  gauge('portolan_disk_read_only', 'Whether the disk is read-only, as after a failure: 1 or 0.', [], async (g) => {
    const disk = await diskState(hub)
    if (disk !== null) g.set(disk.isReadOnly ? 1 : 0)
  })
  collectedCounters(registry)('portolan_clock_jumps_total', 'How often this process found the clock to be wrong.', [], async (set) =>
    set((await clockState(hub)).jumps),
  )
  gauge('portolan_clock_hold', 'Whether nothing is freed because the clock was wrong: 1 or 0.', [], async (g) =>
    g.set((await clockState(hub)).hold === null ? 0 : 1),
  )
}
