/** A part of a page of words: paragraphs, and rows of a name and what is said of it. */
export interface InformationSection {
	readonly title: string;
	readonly paragraphs?: readonly string[];
	readonly rows?: readonly (readonly [name: string, about: string])[];
}
