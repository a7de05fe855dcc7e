/** Hit rate k/n of one ticker, drawn towards the filter's own rate as if `strength` episodes at that rate had come before. */
export const shrink = (k: number, n: number, prior: number, strength = 100): number => (k + strength * prior) / (n + strength);
