/** Which end of a label stands at its point, by the side of the wheel on which the point lies. */
export const anchorAt = (x: number): 'start' | 'middle' | 'end' => (x > 1 ? 'start' : x < -1 ? 'end' : 'middle');
