import { stringify } from 'yaml'

/** Templates for a new static Space. */
export const spaceTemplates = [
  { id: 'page', label: 'A page', hint: 'One HTML file with a style and a script of its own' },
  { id: 'chart', label: 'A chart of a CSV file', hint: 'Reads a file beside it and draws it, without any library' },
  { id: 'blank', label: 'Nothing', hint: 'Upload or push your own files' },
] as const

export type SpaceTemplate = (typeof spaceTemplates)[number]['id']

export function isSpaceTemplate(text: string): text is SpaceTemplate {
  return spaceTemplates.some(({ id }) => id === text)
}

/** The initial files of a Space created from a template, with the card's front matter, which must name the SDK. */
export function spaceTemplateFiles(template: SpaceTemplate, name: string, license: string | null): { path: string; content: Buffer }[] {
  if (template === 'blank') return []
  const looks = { page: { emoji: '🧭', colorFrom: 'blue', colorTo: 'green' }, chart: { emoji: '📈', colorFrom: 'yellow', colorTo: 'red' } }[
    template
  ]
  const card = { title: name, ...looks, sdk: 'static', app_file: 'index.html', pinned: false, ...(license === null ? {} : { license }) }
  const files = { page: pageFiles, chart: chartFiles }[template]
  return [
    { path: 'README.md', content: Buffer.from(`---\n${stringify(card)}---\n`) },
    ...Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) })),
  ]
}

const style = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { margin: 0 auto; max-width: 42rem; padding: 2rem 1rem; line-height: 1.5; }
button { font: inherit; padding: 0.4rem 0.9rem; }
a { color: inherit; }
svg { width: 100%; height: auto; }
`

const pageFiles = {
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>A static Space</title>
    <link rel="stylesheet" href="style.css">
    <script type="module" src="app.js"></script>
  </head>
  <body>
    <h1>It runs</h1>
    <p>These are three files of your repository: <code>index.html</code>, <code>style.css</code> and <code>app.js</code>. Change one, and this page changes.</p>
    <p><button type="button" id="count">Nobody pressed yet</button></p>
  </body>
</html>
`,
  'style.css': style,
  'app.js': `const button = document.querySelector('#count')
let pressed = 0

button.addEventListener('click', () => {
  pressed += 1
  button.textContent = pressed === 1 ? 'Pressed once' : \`Pressed \${pressed} times\`
})
`,
} as const

const chartFiles = {
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>A chart</title>
    <link rel="stylesheet" href="style.css">
    <script type="module" src="chart.js"></script>
  </head>
  <body>
    <h1>Tide through a day</h1>
    <svg viewBox="0 0 600 240" role="img" aria-label="Line of the values in data.csv"></svg>
    <p>Drawn from <a href="data.csv">data.csv</a>: put your own numbers there.</p>
  </body>
</html>
`,
  'style.css': style,
  'chart.js': `const [header, ...rows] = (await (await fetch('data.csv')).text()).trim().split('\\n').map((line) => line.split(','))
const values = rows.map((row) => Number(row[1]))
const [low, high] = [Math.min(...values), Math.max(...values)]
const points = values.map((value, i) => \`\${20 + (i * 560) / (values.length - 1)},\${220 - ((value - low) / (high - low)) * 200}\`)

const line = document.createElementNS('http://www.w3.org/2000/svg', 'polyline')
line.setAttribute('points', points.join(' '))
line.setAttribute('fill', 'none')
line.setAttribute('stroke', 'currentColor')
line.setAttribute('stroke-width', '3')
line.append(Object.assign(document.createElementNS('http://www.w3.org/2000/svg', 'title'), { textContent: header.join(', ') }))
document.querySelector('svg').append(line)
`,
  'data.csv': `hour,metres\n${Array.from({ length: 25 }, (_, hour) => `${hour},${(4 + 3 * Math.cos((hour / 12.42) * 2 * Math.PI)).toFixed(2)}`).join('\n')}\n`,
} as const
