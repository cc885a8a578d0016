import { describe, expect, test } from 'vitest'
import { parseByteRange } from './byte-range.ts'
import { contentDisposition } from './content-disposition.ts'
import { contentTypeOf } from './content-type.ts'
import { fileHead, type FileRequest } from './file-head.ts'

const get: FileRequest = { method: 'GET', range: undefined, ifRange: undefined, ifNoneMatch: undefined }

describe('byte ranges of ten bytes', () => {
  test.for<[string | undefined, ReturnType<typeof parseByteRange>]>([
    [undefined, null],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-5', { start: 2, end: 5 }],
    ['bytes=2-', { start: 2, end: 9 }],
    ['bytes=9-9', { start: 9, end: 9 }],
    ['bytes=0-100', { start: 0, end: 9 }],
    ['Bytes=0-1', { start: 0, end: 1 }],
    ['bytes= 0-1 ', { start: 0, end: 1 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-100', { start: 0, end: 9 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=10-20', 'unsatisfiable'],
    ['bytes=5-2', null],
    ['bytes=-', null],
    ['bytes=a-b', null],
    ['bytes=0-1,3-4', null],
    ['lines=0-1', null],
    ['bytes=99999999999999999999-', null],
  ])('%s', ([header, expected]) => {
    expect(parseByteRange(header, 10)).toEqual(expected)
  })
})

describe('the head of a file', () => {
  const shared = { ETag: '"abc"', 'Accept-Ranges': 'bytes' }

  test('whole, in part, and past the end', () => {
    expect(fileHead(get, 'abc', 10)).toEqual({ status: 200, headers: { ...shared, 'Content-Length': '10' }, range: { start: 0, end: 9 } })
    expect(fileHead({ ...get, range: 'bytes=3-4' }, 'abc', 10)).toEqual({
      status: 206,
      headers: { ...shared, 'Content-Length': '2', 'Content-Range': 'bytes 3-4/10' },
      range: { start: 3, end: 4 },
    })
    expect(fileHead({ ...get, range: 'bytes=10-' }, 'abc', 10)).toEqual({
      status: 416,
      headers: { ...shared, 'Content-Length': '0', 'Content-Range': 'bytes */10' },
      range: null,
    })
  })

  test('HEAD tells the whole length and sends nothing', () => {
    const head = fileHead({ ...get, method: 'HEAD', range: 'bytes=0-0' }, 'abc', 10)
    expect(head).toEqual({ status: 200, headers: { ...shared, 'Content-Length': '10' }, range: null })
  })

  test('an empty file takes a range as JavaScript clients need it', () => {
    expect(fileHead(get, 'abc', 0)).toEqual({ status: 200, headers: { ...shared, 'Content-Length': '0' }, range: null })
    expect(fileHead({ ...get, range: 'bytes=0-0' }, 'abc', 0)).toEqual({
      status: 200,
      headers: { ...shared, 'Content-Length': '0', 'Content-Range': 'bytes 0-0/0' },
      range: null,
    })
  })

  test.for(['"abc"', 'W/"abc"', '"x", "abc"', '*'])('If-None-Match: %s', (ifNoneMatch) => {
    expect(fileHead({ ...get, ifNoneMatch, range: 'bytes=0-1' }, 'abc', 10)).toEqual({ status: 304, headers: shared, range: null })
    expect(fileHead({ ...get, ifNoneMatch: '"other"' }, 'abc', 10).status).toBe(200)
  })

  test.for([
    ['"abc"', 206],
    ['W/"abc"', 200],
    ['"old"', 200],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 200],
  ] as const)('If-Range: %s gives %i', ([ifRange, status]) => {
    expect(fileHead({ ...get, ifRange, range: 'bytes=0-1' }, 'abc', 10).status).toBe(status)
  })
})

test('content types: what could run in a browser is plain text', () => {
  const plain = 'text/plain; charset=utf-8'
  const expected = {
    'index.html': plain,
    'x.HTM': plain,
    'a.js': plain,
    'a.mjs': plain,
    'a.xml': plain,
    'a.xhtml': plain,
    'config.json': plain,
    'README.md': plain,
    LICENSE: plain,
    '.gitattributes': plain,
    'a.png': 'image/png',
    'A.ICO': 'image/x-icon',
    'a.flac': 'audio/flac',
    'a.wav': 'audio/wav',
    'a.mp4': 'video/mp4',
    'a.gz': 'application/gzip',
    'a.svg': 'image/svg+xml',
    'model.safetensors': 'application/octet-stream',
    noextension: 'application/octet-stream',
    'a.wasm': 'application/wasm',
    constructor: 'application/octet-stream',
    'a.__proto__': 'application/octet-stream',
    'a.toString': 'application/octet-stream',
  }
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, contentTypeOf(name)]))).toEqual(expected)
})

test('content dispositions stay one header whatever the name', () => {
  expect(contentDisposition('inline', 'model.bin')).toBe(`inline; filename*=UTF-8''model.bin; filename="model.bin";`)
  expect(contentDisposition('attachment', `na"ïve\\; 'x'.txt`)).toBe(
    `attachment; filename*=UTF-8''na%22%C3%AFve%5C%3B%20%27x%27.txt; filename="na__ve__ 'x'.txt";`,
  )
  expect(contentDisposition('inline', '模型.gguf')).toBe(`inline; filename*=UTF-8''%E6%A8%A1%E5%9E%8B.gguf; filename="__.gguf";`)
})
