import Arguments
import Pipeline
