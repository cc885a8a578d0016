import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { build, type Plugin } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packPackages, publishedPackages } from '../../scripts/pack/pack-packages.ts'
import { readmeExample } from './readme-example.ts'

/*
 * The published packages as users get them: packed, installed from their tarballs into an empty folder, and run there. The examples are those in the
 * installed READMEs.
 */

const root = join(import.meta.dirname, '../..')
const tsc = join(root, 'node_modules/.bin/tsc')
const node22 = globSync(join(process.env['PORTOLAN_TEST_NODE_22'] ?? join(root, '.cache/node-22'), 'node_modules/node-*/bin/node'))[0]
const browser = process.env['PORTOLAN_CHROMIUM'] ?? '/usr/bin/chromium'
const withoutNode22 = node22 === undefined ? ', provide it with: bash scripts/test/node-22.sh' : ''
const withoutBrowser = existsSync(browser) ? '' : ', provide it with: apt-get install chromium'

const folder = mkdtempSync(join(tmpdir(), 'portolan-tarballs-'))
const consumer = join(folder, 'consumer')
const installed = (name: string, path = '') => join(consumer, 'node_modules/@portolan', name, path)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(() => {
  const tarballs = packPackages(join(folder, 'tarballs'), join(folder, 'staging')).map(({ tarball }) => tarball)
  mkdirSync(consumer)
  writeFileSync(join(consumer, 'package.json'), '{ "private": true, "type": "module" }')
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...options, ...tarballs, '@types/node@22'], { cwd: consumer, stdio: 'pipe' })
  for (const name of publishedPackages) writeFileSync(join(consumer, `${name}.ts`), readmeExample(installed(name, 'README.md')).code)
})

describe.for(publishedPackages)('%s', (name) => {
  test('holds what was built, and nothing of the tests', () => {
    expect(readdirSync(installed(name)).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
    const files = readdirSync(installed(name, 'dist'), { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => /test|golden|fixture|(?<!\.d)\.ts$/.test(file))).toEqual([])
  })

  test.skipIf(node22 === undefined)(`prints on Node 22 what its README says${withoutNode22}`, () => {
    const { code, prints } = readmeExample(installed(name, 'README.md'))
    writeFileSync(join(consumer, `${name}.mjs`), code)
    expect(execFileSync(node22 ?? '', [`${name}.mjs`], { cwd: consumer, encoding: 'utf8' })).toBe(prints)
  })

  test.skipIf(withoutBrowser !== '')(`prints in a browser, bundled, what its README says${withoutBrowser}`, async () => {
    const { code, prints } = readmeExample(installed(name, 'README.md'))
    expect(await runInBrowser(await bundled(name, code))).toBe(prints)
  })
})

test.for([
  ['NodeNext', { module: 'NodeNext', lib: ['ES2024'], types: ['node'] }],
  ['Bundler', { module: 'ESNext', moduleResolution: 'Bundler', lib: ['ES2024', 'DOM', 'DOM.Iterable'], types: [] }],
] as const)('the declarations and the examples pass a strict check, resolved as %s', ([, options]) => {
  const entries = publishedPackages.flatMap((name) => {
    const { exports } = JSON.parse(readFileSync(installed(name, 'package.json'), 'utf8')) as { exports: object }
    return Object.keys(exports)
      .filter((subpath) => subpath !== './package.json')
      .map((subpath) => `@portolan/${name}${subpath.slice(1)}`)
  })
  expect(entries).toContain('@portolan/tasks/details')
  writeFileSync(join(consumer, 'entries.ts'), entries.map((entry) => `export type {} from '${entry}'\nimport '${entry}'\n`).join(''))
  writeFileSync(
    join(consumer, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { strict: true, skipLibCheck: false, target: 'ES2024', noEmit: true, ...options },
      files: ['entries.ts', ...publishedPackages.map((name) => `${name}.ts`)],
    }),
  )
  expect(execFileSync(tsc, ['-p', consumer], { encoding: 'utf8' })).toBe('')
})

/** Bundles the example and the packages into one module for a browser, followed by a marker that it has finished. */
async function bundled(name: string, code: string): Promise<string> {
  const entry = join(consumer, `${name}.browser.js`)
  writeFileSync(entry, code)
  const warnings: string[] = []
  const noBuiltins: Plugin = {
    name: 'no-builtins',
    enforce: 'pre',
    resolveId(id, importer) {
      if (isBuiltin(id)) throw new Error(`${importer} imports ${id}, which no browser has`)
    },
  }
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: consumer,
    plugins: [noBuiltins],
    build: {
      write: false,
      target: 'esnext',
      lib: { entry, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false }, onwarn: ({ message }) => void warnings.push(message) },
    },
  })
  const output = (Array.isArray(built) ? built[0] : built) as { output: { type: string; code?: string }[] } | undefined
  const chunks = output?.output.flatMap((chunk) => chunk.code ?? []) ?? []
  expect(warnings).toEqual([])
  expect(chunks).toHaveLength(1)
  return `${chunks.join('')}\nglobalThis.exampleHasEnded = true`
}

/** Returns the output of a module on an empty page. */
async function runInBrowser(module: string): Promise<string> {
  await using chrome = await chromium.launch({
    executablePath: browser,
    chromiumSandbox: false,
    args: ['--disable-dev-shm-usage', '--disable-gpu'],
  })
  const page = await chrome.newPage()
  let printed = ''
  page.on('console', (message) => void (printed += `${message.text()}\n`))
  const failed = new Promise<never>((_, reject) => page.on('pageerror', reject))
  await page.addScriptTag({ content: module, type: 'module' })
  await Promise.race([page.waitForFunction('globalThis.exampleHasEnded'), failed])
  return printed
}
