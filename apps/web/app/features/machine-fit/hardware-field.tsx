import { useState } from 'react'

type Row = readonly [name: string, make: string, memory: string]

/** A text field for naming hardware. Suggestions are loaded on focus; without JavaScript, the server resolves the text. */
export function HardwareField({ asked, id }: { asked: string; id: string }) {
  const [rows, setRows] = useState<readonly Row[]>([])
  const load = () => {
    if (rows.length > 0) return
    void fetch('/hardware')
      .then((answer) => (answer.ok ? (answer.json() as Promise<Row[]>) : []))
      .then(setRows, () => setRows([]))
  }
  return (
    <>
      <input
        id={id}
        name="hardware"
        type="search"
        list={`${id}-list`}
        defaultValue={asked}
        key={asked}
        onFocus={load}
        placeholder="RTX 4090, M3 Max, Xeon …"
        autoComplete="off"
        className="field text-base"
      />
      <datalist id={`${id}-list`}>
        {rows.map(([name, make, memory]) => (
          <option key={name} value={name}>{`${make}, ${memory} GB`}</option>
        ))}
      </datalist>
    </>
  )
}
