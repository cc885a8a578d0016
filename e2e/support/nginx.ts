import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './booted-hub.ts'

const program = '/usr/sbin/nginx'

/** Why nothing can be tested behind nginx, with the command that fixes it; `null` if it can. */
export const noNginx = existsSync(program) ? null : 'nginx is missing; provide it with: apt-get install nginx-light'

/**
 * Starts a real nginx in front of a server, configured as badly as possible: HTTP/1.0 upstream, and buffered responses unless buffering is disabled.
 */
export async function startNginx(target: string, location = ''): Promise<{ readonly url: string } & AsyncDisposable> {
  const dir = await mkdtemp(join(tmpdir(), 'portolan-nginx-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  await writeFile(
    join(dir, 'nginx.conf'),
    `daemon off; master_process off; pid ${dir}/pid; error_log ${dir}/error.log warn; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off; gzip on; client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${target}; proxy_http_version 1.0; proxy_set_header Host $host; ${location}
    }
  }
}
`,
  )
  const child = spawn(program, ['-e', join(dir, 'error.log'), '-c', join(dir, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'inherit'] })
  await ready(child, `${url}/api/health`)
  return {
    url,
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit')
      child.kill('SIGQUIT')
      await gone
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill()
  throw new Error('nginx was not ready in 10 s')
}
