/** '3 entered, 2 left' */
export const changeSummary = (entered: number, left: number): string =>
	[entered > 0 ? `${entered} entered` : '', left > 0 ? `${left} left` : ''].filter((words) => words !== '').join(', ');
