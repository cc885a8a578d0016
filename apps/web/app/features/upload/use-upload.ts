import { useRef, useState } from 'react'
import { announce } from '../../ui/announcer.tsx'
import type { Target } from './hub-calls.ts'
import type { PickedFile } from './picked-files.ts'
import { type FileState, messageOf, uploadFiles } from './upload-files.ts'

export interface Row extends PickedFile {
  readonly state: FileState
}

/** Manages the page's files and their upload state. */
export function useUpload(target: Target) {
  const [rows, setRows] = useState<readonly Row[]>([])
  const [error, setError] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController | null>(null)

  const setState = (path: string, state: FileState) => {
    setRows((before) => before.map((row) => (row.path === path ? { ...row, state } : row)))
  }

  return {
    rows,
    error,
    isRunning,
    /** A file with the same path replaces the existing one. */
    add(files: readonly PickedFile[]) {
      setRows((before) => {
        const byPath = new Map(before.map((row) => [row.path, row]))
        for (const file of files) byPath.set(file.path, { ...file, state: { step: 'waiting' } })
        return [...byPath.values()]
      })
      if (files.length > 0) announce(files.length === 1 ? `${files[0]?.path} added` : `${files.length} files added`)
    },
    remove(path: string) {
      setRows((before) => before.filter((row) => row.path !== path))
    },
    cancel() {
      running.current?.abort()
    },
    /** Uploads the files that are not done yet. @returns true when all files are uploaded */
    async start(summary: string, description: string): Promise<boolean> {
      const files = rows.filter(({ state }) => state.step !== 'done' && state.step !== 'ignored')
      const controller = new AbortController()
      running.current = controller
      setRunning(true)
      setError(null)
      let failed = 0
      const onState = (path: string, state: FileState) => {
        if (state.step === 'failed') failed++
        setState(path, state)
      }
      try {
        await uploadFiles({ target, files, summary, description, signal: controller.signal, onState })
        if (failed > 0)
          setError(failed === 1 ? 'One file failed. The others are committed.' : `${failed} files failed. The others are committed.`)
        return failed === 0
      } catch (reason) {
        setError(controller.signal.aborted ? 'Canceled. What was not committed is not in the repository.' : messageOf(reason))
        setRows((before) => before.map((row) => (isOpen(row.state) ? { ...row, state: { step: 'waiting' } } : row)))
        return false
      } finally {
        running.current = null
        setRunning(false)
      }
    },
  }
}

function isOpen({ step }: FileState): boolean {
  return step === 'hashing' || step === 'sending' || step === 'committing'
}
