/** Several messages in one answer: u32 count, then count × (u32 length, bytes), big-endian. */
export function packSnapshots(snapshots: readonly Uint8Array[]): Uint8Array {
  const size = snapshots.reduce((sum, snapshot) => sum + 4 + snapshot.byteLength, 4);
  const packed = new Uint8Array(size);
  const view = new DataView(packed.buffer);
  view.setUint32(0, snapshots.length, false);
  let at = 4;
  for (const snapshot of snapshots) {
    view.setUint32(at, snapshot.byteLength, false);
    packed.set(snapshot, at + 4);
    at += 4 + snapshot.byteLength;
  }
  return packed;
}

/** The way back; the payload was packed by this product, so it is trusted to be whole. */
export function unpackSnapshots(packed: Uint8Array): Uint8Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const snapshots: Uint8Array[] = [];
  let at = 4;
  for (let left = view.getUint32(0, false); left > 0; left--) {
    const length = view.getUint32(at, false);
    snapshots.push(packed.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return snapshots;
}
