import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cardFile } from './card.ts'
import type { DemoFile, DemoRepo } from './demo-repo.ts'

const source = { name: '@vladmandic/face-api', version: '1.7.15' }
const upstream = 'https://github.com/vladmandic/face-api'
const authors = 'Vladimir Mandic; Vincent Mühler (original face-api.js)'

function below(folder: string, part: string): DemoFile[] {
  return readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
    .map((path) => `${part}/${path.replaceAll('\\', '/')}`)
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted()
    .map((path) => ({ path, from: path }))
}

/** The app loads its parts from above its own folder. */
const entrance = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>FaceAPI demo</title>
    <meta http-equiv="refresh" content="0; url=demo/index.html">
  </head>
  <body><a href="demo/index.html">FaceAPI demo</a></body>
</html>
`

/** The models of face-api and the app that demonstrates them. */
export const faceApiDemo: readonly DemoRepo[] = [
  {
    type: 'model',
    owner: 'vladmandic',
    name: 'face-api',
    package: source,
    files: (folder) => {
      const files: DemoFile[] = [
        ...below(folder, 'model').map(({ path }) => ({ path: path.slice('model/'.length), from: path })),
        { path: 'LICENSE', from: 'LICENSE' },
      ]
      return [
        ...files,
        cardFile(source, folder, {
          title: 'face-api models',
          frontMatter: {
            license: 'mit',
            pipeline_tag: 'object-detection',
            tags: ['tfjs', 'face-detection', 'face-recognition', 'age-estimation'],
          },
          about:
            'Models for TensorFlow.js that find faces in pictures, mark 68 points on them, and estimate expression, age and gender. The library [face-api](https://github.com/vladmandic/face-api) loads them; each is a manifest and one file of weights.\n\nTry them in [the demo app](/spaces/vladmandic/face-api-demo).\n\nEstimates of age, gender and expression from a picture are often wrong, and more often for some groups of people than for others. Do not decide anything about a person with them.',
          authors,
          upstream,
          changes: 'The files are byte for byte those of the package; they stand at the root here, in `model/` there.',
          files,
        }),
      ]
    },
  },
  {
    type: 'space',
    owner: 'vladmandic',
    name: 'face-api-demo',
    package: source,
    files: (folder) => {
      const files: DemoFile[] = [
        ...below(folder, 'demo').filter(({ path }) => !/\/node[^/]*\.js$|\/screenshot[^/]*$/.test(path)),
        ...below(folder, 'model'),
        { path: 'dist/face-api.esm.js', from: 'dist/face-api.esm.js' },
        { path: 'favicon.ico', from: 'favicon.ico' },
        { path: 'LICENSE', from: 'LICENSE' },
      ]
      return [
        ...files,
        { path: 'index.html', content: entrance },
        cardFile(source, folder, {
          title: 'FaceAPI demo',
          frontMatter: {
            title: 'FaceAPI demo',
            emoji: '🧭',
            colorFrom: 'blue',
            colorTo: 'indigo',
            sdk: 'static',
            app_file: 'index.html',
            license: 'mit',
            short_description: 'Finds faces in pictures, in the browser alone',
            models: ['vladmandic/face-api'],
          },
          about:
            'Finds faces in six sample pictures, marks points on them and estimates expression, age and gender. It runs in the browser alone, with TensorFlow.js; no picture leaves it. `demo/webcam.html` does the same with a camera.',
          authors,
          upstream,
          changes:
            'The files are byte for byte those of the package, without its Node.js examples and screenshots. `index.html` at the root was written for this copy; it leads to `demo/index.html`.',
          files,
        }),
      ]
    },
  },
]
