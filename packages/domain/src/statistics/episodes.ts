/** Bars that open an episode: the first match does, later ones only from `cooldown` bars after the episode's start. Matches ascending. */
export const episodes = (matchBars: readonly number[], cooldown: number): number[] => {
	const starts: number[] = [];
	for (const bar of matchBars) if (starts.length === 0 || bar >= (starts.at(-1) as number) + cooldown) starts.push(bar);
	return starts;
};
