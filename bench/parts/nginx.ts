import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningServer, startServer } from './run-part.ts'

const program = '/usr/sbin/nginx'

/**
 * Starts one nginx worker that serves `dir/www` with sendfile and accepts PUTs below `/put/`, without hashing. Exits the bench if nginx is missing.
 */
export function startNginx(core: 0 | 1 | 'any', dir: string, port: number): Promise<RunningServer> {
  if (!existsSync(program)) {
    console.error('This bench compares with nginx: apt-get install nginx-light')
    process.exit(1)
  }
  for (const folder of ['www', 'put', 'tmp']) mkdirSync(join(dir, folder), { recursive: true })
  const config = `daemon off; master_process off; worker_processes 1; pid ${dir}/nginx.pid; error_log ${dir}/error.log warn; user root;
events { worker_connections 256; }
http {
  access_log off; sendfile on; sendfile_max_chunk 2m; tcp_nopush on; types {} default_type application/octet-stream;
  client_body_temp_path ${dir}/tmp; client_max_body_size 0; client_body_buffer_size 1m;
  server {
    listen 127.0.0.1:${port}; root ${dir}/www;
    location /put/ { alias ${dir}/put/; dav_methods PUT; create_full_put_path on; }
  }
}
`
  writeFileSync(join(dir, 'nginx.conf'), config)
  return startServer(core, [program, '-e', join(dir, 'error.log'), '-c', join(dir, 'nginx.conf')], `http://127.0.0.1:${port}/`)
}
