import type { GcFigures } from '@portolan/pages'
import { formatBytes } from '../../lib/format.ts'
import { Table } from '../../ui/table.tsx'

/** Summarizes what was freed in a few words. */
export function freedWords(figures: readonly GcFigures[] | null): string {
  const freed = (figures ?? []).map((each) => each.freed)
  const count = freed.reduce((sum, each) => sum + each.count, 0)
  return count === 0 ? 'nothing freed' : `${count} freed, ${formatBytes(freed.reduce((sum, each) => sum + each.bytes, 0))}`
}

/** A run's findings and freed items, by kind; for a dry run, only the findings. */
export function RunFigures({ figures, label, isDry }: { figures: readonly GcFigures[]; label: string; isDry: boolean }) {
  return (
    <Table label={label}>
      <thead>
        <tr className="text-sm text-soft">
          <th scope="col">Kind</th>
          <th scope="col">Unneeded</th>
          <th scope="col">Past their time</th>
          {isDry ? null : <th scope="col">Freed</th>}
        </tr>
      </thead>
      <tbody>
        {figures.map(({ kind, unneeded, due, freed }) => (
          <tr key={kind}>
            <th scope="row" className="font-medium">
              {kind}
            </th>
            {[unneeded, due, ...(isDry ? [] : [freed])].map(({ count, bytes }, at) => (
              <td key={['unneeded', 'due', 'freed'][at]} className="whitespace-nowrap">
                {count} <span className="text-sm text-soft">{formatBytes(bytes)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
