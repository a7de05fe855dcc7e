/** '3 entered, 2 left' */
export function changeSummary(entered: number, left: number): string {
	return [entered > 0 ? `${entered} entered` : '', left > 0 ? `${left} left` : ''].filter((words) => words !== '').join(', ');
}
