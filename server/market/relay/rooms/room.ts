/** Messages sent of one data source. */
export interface Tally {
  count: number;
}

/** What a room needs of the clients that watch it. */
export interface RoomMember {
  /** of the protocol that it speaks */
  readonly version: number;
  /** rooms whose newest state is due */
  readonly staleRooms: Set<Room>;
  /** Something is due that the next turn will find. */
  wake(): void;
  /** Gives a message that follows what it has of the room, or marks the room as stale. */
  pushRoom(room: Room, frame: Buffer): void;
}

/**
 * Something with a newest state that many clients watch. A client that cannot be written to now gets that
 * state when it can be.
 */
export interface Room {
  readonly members: Set<RoomMember>;
  readonly sent: Tally;
  /** frame of the whole newest state, null while it is not known */
  snapshotFrame(): Buffer | null;
  /** Told after a client has left. */
  onLeave?(): void;
}

/** Lets a client in. Its first message is the newest state, also when it was a member before. */
export function joinRoom(room: Room, client: RoomMember): void {
  room.members.add(client);
  client.staleRooms.add(room);
  client.wake();
}

export function leaveRoom(room: Room, client: RoomMember): void {
  room.members.delete(client);
  client.staleRooms.delete(room);
  room.onLeave?.();
}

/** Gives every member a message that follows what it has. */
export function tellRoom(room: Room, frame: Buffer): void {
  for (const client of room.members) client.pushRoom(room, frame);
}
