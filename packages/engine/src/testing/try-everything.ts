import { exec } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** A program that a test runs as a worker: tries everything a worker must not do, and prints the results. Arguments: a port, a folder. */
const [port = '', folder = ''] = process.argv.slice(2)
const attempts: Record<string, () => unknown> = {
  'read a model': () => readFileSync(join(folder, 'models/config.json')),
  'read a file elsewhere': () => readFileSync(join(folder, 'secret')),
  'read above the models': () => readFileSync(join(folder, 'models/../secret')),
  'read the environment of the hub': () => readFileSync(`/proc/${process.ppid}/environ`),
  'write beside a model': () => writeFileSync(join(folder, 'models/new'), ''),
  'start a program': () => new Promise((resolve, reject) => exec('true', (error) => (error ? reject(error) : resolve(null)))),
  'start a thread': () => new Worker('1', { eval: true }),
  'call the hub': () =>
    new Promise((resolve, reject) => {
      connect(Number(port), '127.0.0.1').on('connect', resolve).on('error', reject)
    }),
  'ask for a name': () => lookup('localhost'),
}
const results: Record<string, string> = {}
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt()
    results[name] = 'done'
  } catch (error) {
    results[name] = (error as NodeJS.ErrnoException).code ?? String(error)
  }
}
process.stdout.write(JSON.stringify(results))
process.exit(0)
