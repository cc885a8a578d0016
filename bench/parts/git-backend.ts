import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { type RunningServer, startServer } from './run-part.ts'

const nginx = '/usr/sbin/nginx'
const fcgiwrap = '/usr/sbin/fcgiwrap'
const backend = '/usr/lib/git-core/git-http-backend'

/** Git's own server behind nginx: the peer of the git benches. */
export interface GitBackend extends RunningServer {
  /** Creates an empty bare repository that accepts pushes. @returns its URL */
  addRepo(name: string): string
  /** Path of the repository. */
  folderOf(name: string): string
}

/** Starts `git http-backend` as its manual describes: nginx, FastCGI, one process per request. Exits the bench when something is missing. */
export async function startGitBackend(dir: string, port: number): Promise<GitBackend> {
  if (![nginx, fcgiwrap, backend].every((path) => existsSync(path))) {
    console.error('This bench compares with git http-backend: apt-get install nginx-light fcgiwrap git')
    process.exit(1)
  }
  const root = join(dir, 'repos')
  for (const folder of [root, join(dir, 'tmp')]) mkdirSync(folder, { recursive: true })
  const socket = join(dir, 'fcgi.sock')
  const wrapper = spawn(fcgiwrap, ['-c', '2', '-s', `unix:${socket}`], { stdio: ['ignore', 'ignore', 'inherit'], detached: true })
  for (let waited = 0; !existsSync(socket) && waited < 5_000; waited += 20) await new Promise((resolve) => setTimeout(resolve, 20))
  const config = `daemon off; master_process off; worker_processes 1; pid ${dir}/git-nginx.pid; error_log ${dir}/git-error.log warn; user root;
events { worker_connections 256; }
http {
  access_log off; client_max_body_size 0; client_body_temp_path ${dir}/tmp; client_body_buffer_size 1m; fastcgi_temp_path ${dir}/tmp;
  server {
    listen 127.0.0.1:${port};
    location / {
      fastcgi_pass unix:${socket}; fastcgi_request_buffering off; fastcgi_buffering off;
      fastcgi_param SCRIPT_FILENAME ${backend}; fastcgi_param GIT_PROJECT_ROOT ${root}; fastcgi_param GIT_HTTP_EXPORT_ALL 1;
      fastcgi_param PATH_INFO $uri; fastcgi_param QUERY_STRING $query_string; fastcgi_param REQUEST_METHOD $request_method;
      fastcgi_param CONTENT_TYPE $content_type; fastcgi_param CONTENT_LENGTH $content_length; fastcgi_param REMOTE_USER bench;
      fastcgi_param GIT_PROTOCOL $http_git_protocol; fastcgi_param HOME ${dir};
    }
  }
}
`
  writeFileSync(join(dir, 'git-nginx.conf'), config)
  const origin = `http://127.0.0.1:${port}`
  const server = await startServer('any', [nginx, '-e', join(dir, 'git-error.log'), '-c', join(dir, 'git-nginx.conf')], `${origin}/`)
  const folderOf = (name: string) => join(root, `${name}.git`)
  return {
    ...server,
    folderOf,
    addRepo(name) {
      const folder = folderOf(name)
      execFileSync('git', ['init', '-q', '--bare', folder])
      execFileSync('git', ['-C', folder, 'config', 'http.receivepack', 'true'])
      // The hub checks objects as well.
      execFileSync('git', ['-C', folder, 'config', 'receive.fsckObjects', 'true'])
      for (const key of ['uploadpack.allowFilter', 'uploadpack.allowAnySHA1InWant'])
        execFileSync('git', ['-C', folder, 'config', key, 'true'])
      return `${origin}/${name}.git`
    },
    async stop() {
      await server.stop()
      if (wrapper.exitCode !== null) return
      const gone = once(wrapper, 'exit')
      // Kills the child processes too, which would keep waiting on the socket.
      if (wrapper.pid !== undefined) process.kill(-wrapper.pid, 'SIGTERM')
      await gone
    },
  }
}
