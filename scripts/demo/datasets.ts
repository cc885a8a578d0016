import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cardFile } from './card.ts'
import type { DemoFile, DemoRepo } from './demo-repo.ts'

const source = { name: 'vega-datasets', version: '3.2.1' }

/** A file as described in the package's own `datapackage.json`. */
interface Resource {
  readonly path: string
  readonly description?: string
  readonly licenses?: readonly { readonly name?: string; readonly title?: string; readonly path?: string }[]
  readonly sources?: readonly { readonly title?: string; readonly path?: string }[]
  readonly schema?: { readonly fields?: readonly { readonly name: string; readonly type?: string; readonly description?: string }[] }
}

interface DatasetParts {
  readonly name: string
  readonly title: string
  readonly paths: readonly string[]
  readonly tags: readonly string[]
}

function dataset({ name, title, paths, tags }: DatasetParts): DemoRepo {
  return {
    type: 'dataset',
    owner: 'vega',
    name,
    package: source,
    files: (folder) => {
      const files: DemoFile[] = paths.map((path) => ({ path, from: `data/${path}` }))
      const resources = paths.map((path) => resourceOf(folder, path))
      const first = resources[0] ?? { path: '' }
      return [
        ...files,
        cardFile(source, folder, {
          title,
          frontMatter: { pretty_name: title, ...licenseOf(first), ...sizeOf(folder, paths), tags: [...tags, 'vega-datasets'] },
          about: (first.description ?? '').replaceAll(/(?<!\n)\n(?!\n)/g, ' ').trim(),
          authors: sourcesOf(first),
          upstream: 'https://github.com/vega/vega-datasets',
          licenseNote: `That license is the one of the package's code. For this data it states: ${licenseWords(first)}. It asks users to check with the original source.`,
          changes:
            'The files are byte for byte those of the package. Description, columns and sources below are the words of its `datapackage.json`.',
          files,
          ...(first.schema?.fields === undefined ? {} : { more: columns(first.schema.fields) }),
        }),
      ]
    },
  }
}

function resourceOf(folder: string, path: string): Resource {
  const { resources } = JSON.parse(readFileSync(join(folder, 'datapackage.json'), 'utf8')) as { resources: Resource[] }
  const found = resources.find((resource) => resource.path === path)
  if (!found) throw new Error(`datapackage.json does not describe ${path}`)
  return found
}

/** Returns the license as the hub's filters know it, if the package names one; otherwise `other` with the package's wording. */
function licenseOf(resource: Resource): Record<string, string> {
  const words = licenseWords(resource)
  if (/CC0|Creative Commons Zero/.test(words)) return { license: 'cc0-1.0' }
  if (/Creative Commons Attribution 4\.0/.test(words)) return { license: 'cc-by-4.0' }
  return { license: 'other', license_name: words.slice(0, 100) }
}

function licenseWords({ licenses }: Resource): string {
  const words = (licenses ?? []).map(({ name, title }) =>
    [title, name].filter((part) => part !== undefined && part !== 'other-open').join(', '),
  )
  return words.filter((part) => part !== '').join('; ') || 'no license'
}

function sourcesOf({ sources }: Resource): string {
  const names = (sources ?? []).map(({ title, path }) => (path === undefined ? (title ?? '') : `[${title ?? path}](${path})`))
  return names.map((name) => name.replaceAll(/\s+/g, ' ').trim()).join('; ') || 'not stated'
}

function columns(fields: NonNullable<NonNullable<Resource['schema']>['fields']>): string {
  const cell = (text: string | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()
  return `## Columns\n\n| column | type | meaning |\n|---|---|---|\n${fields.map(({ name, type, description }) => `| \`${cell(name)}\` | ${cell(type)} | ${cell(description)} |`).join('\n')}`
}

/** Rows are counted only if that is reliable: a JSON list, a CSV file without quotes. */
function sizeOf(folder: string, paths: readonly string[]): Record<string, string[]> {
  let rows = 0
  for (const path of paths) {
    const text = /\.(json|csv)$/.test(path) ? readFileSync(join(folder, 'data', path), 'utf8') : '"'
    if (path.endsWith('.json')) {
      const list: unknown = JSON.parse(text)
      if (!Array.isArray(list)) return {}
      rows += list.length
    } else if (text.includes('"')) return {}
    else rows += text.trimEnd().split('\n').length - 1
  }
  const category = rows < 1e3 ? 'n<1K' : rows < 1e4 ? '1K<n<10K' : rows < 1e5 ? '10K<n<100K' : rows < 1e6 ? '100K<n<1M' : '1M<n<10M'
  return { size_categories: [category] }
}

/** Files of vega-datasets whose license the package states. */
export const demoDatasets: readonly DemoRepo[] = [
  dataset({ name: 'penguins', title: 'Palmer penguins', paths: ['penguins.json'], tags: ['tabular', 'biology'] }),
  dataset({
    name: 'seattle-weather',
    title: 'Seattle weather',
    paths: ['seattle-weather.csv'],
    tags: ['tabular', 'time-series', 'climate'],
  }),
  dataset({
    name: 'co2-concentration',
    title: 'CO₂ at Mauna Loa',
    paths: ['co2-concentration.csv'],
    tags: ['tabular', 'time-series', 'climate'],
  }),
  dataset({ name: 'gapminder', title: 'Gapminder', paths: ['gapminder.json'], tags: ['tabular', 'demography'] }),
  dataset({ name: 'earthquakes', title: 'A week of earthquakes', paths: ['earthquakes.json'], tags: ['geojson', 'geology'] }),
  dataset({ name: 'airports', title: 'Airports of the United States', paths: ['airports.csv'], tags: ['tabular', 'geography'] }),
  dataset({ name: 'birdstrikes', title: 'Bird strikes on aircraft', paths: ['birdstrikes.csv'], tags: ['tabular', 'aviation'] }),
  dataset({ name: 'zipcodes', title: 'Postal codes', paths: ['zipcodes.csv'], tags: ['tabular', 'geography'] }),
  dataset({
    name: 'flights-200k',
    title: 'Flight delays, 200,000 rows',
    paths: ['flights-200k.arrow', 'flights-200k.json'],
    tags: ['tabular', 'aviation'],
  }),
  dataset({ name: 'flights-3m', title: 'Flight delays, 3 million rows', paths: ['flights-3m.parquet'], tags: ['tabular', 'aviation'] }),
]
