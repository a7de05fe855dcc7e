/** p-values adjusted for as many tests, in their order: below a level, the chance of any false one among all is below it too (Holm 1979). */
export function holm(p: readonly number[]): number[] {
	const order = p.map((_, index) => index).sort((a, b) => (p[a] as number) - (p[b] as number));
	const adjusted = new Array<number>(p.length);
	let least = 0;
	order.forEach((index, rank) => {
		least = Math.max(least, Math.min(1, (p[index] as number) * (p.length - rank)));
		adjusted[index] = least;
	});
	return adjusted;
}
