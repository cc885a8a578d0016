import { Plus } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import type { Table } from '../widget-inputs.ts'

/** An editable table. It scrolls horizontally if it is too wide. */
export function TableField({ table, onChange }: { table: Table; onChange: (table: Table) => void }) {
  const heads = Object.keys(table)
  const height = Math.max(0, ...Object.values(table).map((column) => column.length))
  const setCell = (head: string, row: number, text: string) =>
    onChange({ ...table, [head]: Array.from({ length: height }, (_, i) => (i === row ? text : (table[head]?.[i] ?? ''))) })
  const addRow = () =>
    onChange(
      Object.fromEntries(
        heads.map((head) => [head, [...(table[head] ?? []), ...Array<string>(height + 1 - (table[head]?.length ?? 0)).fill('')]]),
      ),
    )
  return (
    <div className="grid min-w-0 gap-1">
      <p className="font-medium">Table</p>
      <div tabIndex={0} role="region" aria-label="Table of inputs" className="sheet overflow-x-auto">
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" className="px-2 py-1.5 font-semibold whitespace-nowrap">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: height }, (_, row) => (
              <tr key={row} className="border-t border-line">
                {heads.map((head) => (
                  <td key={head}>
                    <input
                      aria-label={`${head}, row ${row + 1}`}
                      value={table[head]?.[row] ?? ''}
                      onChange={(event) => setCell(head, row, event.currentTarget.value)}
                      className="w-full min-w-20 bg-transparent px-2 py-1.5 tabular-nums"
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {heads.length > 0 ? (
        <Button small look="quiet" className="justify-self-start" onClick={addRow}>
          <Plus size={15} aria-hidden="true" />
          Add a row
        </Button>
      ) : null}
    </div>
  )
}
