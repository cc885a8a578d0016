import { expect, test } from 'vitest'
import { loggedPath } from './logged-path.ts'

test('signed addresses are not logged, all else is', () => {
  expect(loggedPath('/lfs/upload/eyJ.abc')).toBe('/lfs/upload/…')
  expect(loggedPath('/hub/lfs/multipart/eyJ.abc/3')).toBe('/hub/lfs/multipart/…/3')
  expect(loggedPath('/xet/1-23/data/eyJ.abc')).toBe('/xet/1-23/data/…')
  expect(loggedPath('/ada/tides/resolve/main/lfs/upload')).toBe('/ada/tides/resolve/main/lfs/upload')
})
