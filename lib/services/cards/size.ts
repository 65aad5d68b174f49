/** The size that the sites which fetch cards ask for, in pixels. */
export const [CARD_WIDTH, CARD_HEIGHT] = [1200, 630];
