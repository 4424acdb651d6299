/**
 * Loaded before the product (`--require`), also by its threads: after `DISK_ROOM` bytes of a process or thread no file takes more,
 * as on a full disk.
 */
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

let room = Number(process.env.DISK_ROOM);
const isFile = (fd) => typeof fd !== 'number' || fs.fstatSync(fd).isFile();

/** @throws ENOSPC where so many bytes find no room */
function take(bytes, syscall) {
  room -= bytes;
  if (room >= 0) return;
  throw Object.assign(new Error(`ENOSPC: no space left on device, ${syscall}`), {
    code: 'ENOSPC',
    errno: -28,
    syscall,
  });
}

const { writeSync } = fs;
fs.writeSync = (fd, data, ...rest) => {
  if (isFile(fd)) take(data.length, 'write');
  return writeSync(fd, data, ...rest);
};
const { writeFile } = fs.promises;
fs.promises.writeFile = async (file, data, ...rest) => {
  take(data.length, 'write');
  return writeFile(file, data, ...rest);
};
syncBuiltinESMExports();
