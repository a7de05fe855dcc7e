/** Half away from zero at `decimals`, so that a number and its negative round alike. */
export const rounded = (value: number, decimals: number): number => {
	const scale = 10 ** decimals;
	return (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale;
};
