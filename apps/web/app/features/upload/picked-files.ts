/** A file that somebody wants to upload, and where it goes below the folder of the page. */
export interface PickedFile {
  readonly path: string
  readonly file: File
}

/** Names that operating systems leave lying about. */
const litter = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini'])

/** The files of a picker; a folder's files have their path below it, the folder's name first. */
export function fromPicker(files: FileList | null): PickedFile[] {
  return [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })).filter(isWanted)
}

/** The files of a drop, folders opened. Call it in the event: the browser forgets the items afterwards. */
export async function fromDrop(transfer: DataTransfer): Promise<PickedFile[]> {
  const found = [...transfer.items].map((item): Promise<PickedFile[]> => {
    const entry = item.webkitGetAsEntry()
    // Files that come from a page or a program, and not from a disk, have no entry.
    const file = entry === null ? item.getAsFile() : null
    if (entry !== null) return filesBelow(entry, '')
    return Promise.resolve(file === null ? [] : [{ path: file.name, file }])
  })
  return (await Promise.all(found)).flat().filter(isWanted)
}

function isWanted({ path }: PickedFile): boolean {
  const parts = path.split('/')
  return !litter.has(parts.at(-1) ?? '') && !parts.includes('.git')
}

async function filesBelow(entry: FileSystemEntry, parent: string): Promise<PickedFile[]> {
  const path = parent === '' ? entry.name : `${parent}/${entry.name}`
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return [{ path, file }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const inside: FileSystemEntry[] = []
  // A reader gives a hundred at a time, and an empty answer at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) break
    inside.push(...some)
  }
  return (await Promise.all(inside.map((each) => filesBelow(each, path)))).flat()
}
