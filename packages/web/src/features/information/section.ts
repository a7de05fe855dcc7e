/** A section of a text page: paragraphs, and rows of a term and its description. */
export interface InformationSection {
	readonly title: string;
	readonly paragraphs?: readonly string[];
	readonly rows?: readonly (readonly [name: string, about: string])[];
}
