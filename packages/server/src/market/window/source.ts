/** Source of the market's numbers, as shown in responses. */
export interface Source {
	/** Key of the provider. */
	readonly name: string;
	/** Shown on screens next to its numbers. */
	readonly label: string;
	readonly simulated: boolean;
	/** Whether visitors may see its numbers: vendors forbid it without a display agreement. */
	readonly isPublic: boolean;
}
