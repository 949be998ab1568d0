/** Numbers of disks as the kernel writes them. trace.def: dev is major << 20 | minor. */
export const deviceName = (dev: number): string => `${dev >>> 20}:${dev & 0xfffff}`;
