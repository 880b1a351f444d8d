import LayerSources
import Rendering
import Resolving
import Transport
