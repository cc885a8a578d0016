import { useState } from 'react'

type Row = readonly [name: string, make: string, memory: string]

/** A field to type the name of hardware into. The list of suggestions comes when somebody wants to type; without it the server looks the words up. */
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
