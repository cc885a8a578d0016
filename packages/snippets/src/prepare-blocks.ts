import { type Block, type Language, lines, sh, when } from './code/index.ts'
import type { Install } from './library.ts'
import { shellEndpoint } from './preamble.ts'
import type { Target } from './target.ts'

/** Clones a project that is not a package, and installs its requirements from inside its folder. */
export function checkout({ url, requirements, editable }: NonNullable<Install['checkout']>, target: Target): Block {
  const name = url.replace(/\.git$/, '').replace(/^.*\//, '')
  const pip = target.python === 'uv' ? sh`uv pip install` : sh`pip install`
  return lines('shell', [
    sh`git clone ${url}`,
    sh`cd ${name}`,
    when(requirements !== undefined, sh`${pip} -r ${requirements ?? ''}`),
    when(editable !== undefined, sh`${pip} -e ${editable ?? ''}`),
  ])
}

export function pythonInstall(install: Install, target: Target): Block {
  if (target.python === 'conda' && install.conda) return sh`conda install -c conda-forge ${words(install.conda)}`
  if (target.python === 'uv') return sh`uv pip install -U ${words(install.python ?? [])}`
  return sh`pip install -U ${words(install.python ?? [])}`
}

export function javascriptInstall(install: Install, target: Target): Block {
  const names = words(install.javascript ?? [])
  return { npm: sh`npm install ${names}`, pnpm: sh`pnpm add ${names}`, bun: sh`bun add ${names}` }[target.javascript]
}

function words(names: readonly string[]): Block {
  return names.reduce<Block | null>((all, name) => (all === null ? sh`${name}` : sh`${all} ${name}`), null) ?? sh``
}

/**
 * Tokens are only referenced by name: the command prompts for one and stores it where the Python clients look. JavaScript clients store none, so the
 * code reads it from the environment.
 */
export function login(target: Target, languages: readonly Language[]): Block {
  const ask = sh`hf auth login`
  const read = sh`read -rs HF_TOKEN && export HF_TOKEN`
  const onlyJavaScript = languages.every((language) => language === 'javascript')
  if (onlyJavaScript) return read
  return lines('shell', [shellEndpoint(target), ask, when(languages.includes('javascript'), read)])
}

export function loginTitle(languages: readonly Language[]): string {
  return languages.includes('javascript') ? 'Sign in: paste a token when it waits, nothing is shown' : 'Sign in, once'
}
