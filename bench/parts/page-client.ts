import { Agent, request } from 'node:http'

/*
 * Requests one URL repeatedly, over keep-alive connections, for a number of seconds.
 * node page-client.ts <url> <connections> <seconds> <accept-encoding> → {"answers":…,"bytes":…,"seconds":…,"p99":…} (p99 in ms)
 */
const [url = '', connections = '8', seconds = '3', encoding = 'identity'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const started = performance.now()
const end = started + Number(seconds) * 1000
const times: number[] = []
let bytes = 0
await Promise.all(Array.from({ length: Number(connections) }, repeat))
times.sort((a, b) => a - b)
const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN
console.log(JSON.stringify({ answers: times.length, bytes, seconds: (performance.now() - started) / 1000, p99 }))
agent.destroy()

async function repeat(): Promise<void> {
  while (performance.now() < end) {
    const began = performance.now()
    bytes += await ask()
    times.push(performance.now() - began)
  }
}

function ask(): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers: { 'accept-encoding': encoding, accept: 'text/html' } }, (answer) => {
      let length = 0
      answer
        .on('data', (piece: Buffer) => (length += piece.length))
        .on('end', () => {
          if (answer.statusCode === 200) resolve(length)
          else reject(new Error(`${url} answered ${answer.statusCode}`))
        })
    })
    call.on('error', reject).end()
  })
}
