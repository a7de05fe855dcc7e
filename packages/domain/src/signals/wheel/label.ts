/** Text anchor of a label, by the side of the wheel on which it is. */
export function anchorAt(x: number): 'start' | 'middle' | 'end' {
	return x > 1 ? 'start' : x < -1 ? 'end' : 'middle';
}
