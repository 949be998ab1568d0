/** Where a track stands in a group whose tracks belong to several nodes or disks: those of one beside each other. */
export const RANKS = { gauge: 0, level: 1, flow: 2 } as const;

/** More than there are of them. */
const PLACES = 16;

export const rankOf = (subject: number, place: number): number => subject * PLACES + place;
