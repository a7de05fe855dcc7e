/** Source of the market's numbers, as shown in responses. */
export interface Source {
	/** Key of the provider. */
	readonly name: string;
	/** Name shown on screens next to the market's numbers. */
	readonly label: string;
	readonly simulated: boolean;
	/** Whether visitors may see the numbers: vendors forbid it without a display agreement. */
	readonly isPublic: boolean;
}
